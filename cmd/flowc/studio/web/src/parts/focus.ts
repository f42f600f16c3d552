// Where the keys that come next go.

// toNode has the keys that come next mean a node, once that is drawn.
export function toNode(id: string): void {
  const began = performance.now();
  const focus = (): void => {
    const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
    const elsewhere = document.activeElement && document.activeElement !== document.body && !document.activeElement.matches(".canvas, .react-flow__node");
    if (elsewhere) return; // somebody has gone on
    if (node) node.focus({ preventScroll: true });
    else if (performance.now() - began < patience) requestAnimationFrame(focus);
  };
  if (id) focus();
}

const patience = 2000; // ms

// toCanvas has the keys that come next mean the drawing.
export const toCanvas = (): void => document.querySelector<HTMLElement>(".canvas")?.focus();
