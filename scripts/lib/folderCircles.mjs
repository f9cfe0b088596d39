import { dirname } from 'node:path';

const isWithin = (inner, outer) => inner.startsWith(`${outer}/`);

/** The folders that each folder imports; a folder and its subfolders count as one. */
const folderArrows = (modules) => {
  const arrows = new Map();
  for (const { source, dependencies } of modules) {
    const from = dirname(source);
    const needs = arrows.get(from) ?? arrows.set(from, new Set()).get(from);
    for (const { resolved } of dependencies) {
      const to = dirname(resolved);
      if (to !== from && !isWithin(to, from) && !isWithin(from, to)) needs.add(to);
    }
  }
  return arrows;
};

/**
 * Sets of folders that need each other, from the modules of a dependency-cruiser report (Tarjan's strongly connected components).
 *
 * Answers one list of folders for each circle.
 */
export const folderCircles = (modules) => {
  const arrows = folderArrows(modules.filter(({ source }) => !source.includes('node_modules')));
  const order = new Map(),
    lowest = new Map(),
    stack = [],
    found = [];
  const visit = (folder) => {
    order.set(folder, order.size);
    lowest.set(folder, order.get(folder));
    stack.push(folder);
    for (const next of arrows.get(folder) ?? []) {
      if (!arrows.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(folder, Math.min(lowest.get(folder), lowest.get(next)));
    }
    if (lowest.get(folder) !== order.get(folder)) return;
    const circle = stack.splice(stack.indexOf(folder));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const folder of arrows.keys()) if (!order.has(folder)) visit(folder);
  return found;
};
