// Reads drawings in Mermaid's language, a JSON list of texts, and writes what Mermaid's own parser
// understands of each: its nodes and edges, labels as a reader of the picture sees them.

import { text } from "node:stream/consumers";
import { JSDOM } from "jsdom";

globalThis.window = new JSDOM("").window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");

// Mermaid keeps `#35;` in a form of its own until it draws, and then lets HTML read it.
function shown(label) {
  const html = label.replace(/ﬂ°°/g, "&#").replace(/ﬂ°/g, "&").replace(/¶ß/g, ";");
  const element = document.createElement("p");
  element.innerHTML = html;
  return element.textContent;
}

async function understood(drawing) {
  await mermaid.parse(drawing);
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(drawing);
  const nodes = [...db.getVertices().values()];
  return {
    nodes: nodes.map(({ id, text, type }) => ({ id, label: shown(text), shape: type })),
    edges: db.getEdges().map(({ start, end, text, stroke, type }) => ({
      from: start,
      to: end,
      label: shown(text),
      look: `${stroke} ${type}`,
    })),
  };
}

const drawings = JSON.parse(await text(process.stdin));
const answers = [];
for (const drawing of drawings) {
  answers.push(await understood(drawing));
}
process.stdout.write(JSON.stringify(answers));
