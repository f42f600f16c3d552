import "./shell/tokens.css";
import "./shell/app.css";
import "./data/data.css";
import "./inspector/inspector.css";
import "./docs/docs.css";
import "./palette/presets.css";
import "./home/gallery.css";
import { createRoot } from "./lib";
import { takeKey } from "./api/api";
import { App } from "./shell/app";

takeKey();
const root = document.getElementById("root")!;
createRoot(root, {
  onUncaughtError: (e) => {
    root.textContent = "The page of studio has failed (" + String(e) + "). Load it again; nothing is lost.";
  },
}).render(<App />);
