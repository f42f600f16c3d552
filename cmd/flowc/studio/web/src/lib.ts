// The libraries, as a file of their own: what we use of them, and nothing else.
import "@xyflow/react/dist/style.css";

export { jsx, jsxs, Fragment } from "react/jsx-runtime";
export { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
export { flushSync } from "react-dom";
export { createRoot } from "react-dom/client";
export {
  Background,
  BaseEdge,
  Controls,
  EdgeLabelRenderer,
  Handle,
  MiniMap,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
export { EditorState, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, hoverTooltip, keymap, lineNumbers, placeholder, ViewPlugin } from "@codemirror/view";
export { defaultKeymap } from "@codemirror/commands";
export { go } from "@codemirror/lang-go";
export { json } from "@codemirror/lang-json";
export { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
export { tags } from "@lezer/highlight";
