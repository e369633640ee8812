import type { Route } from "./route.ts";

export type Match = { route: Route; parameters: Record<string, string> } | "no-method" | null;

type Node = {
  children: Map<string, Node>;
  parameter: { name: string; node: Node } | null;
  routes: Map<string, Route>;
};

const emptyNode = (): Node => ({ children: new Map(), parameter: null, routes: new Map() });

/** Finds the route of a path, segment by segment; a literal segment goes before a parameter. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match {
  const root = emptyNode();
  for (const route of routes) {
    let node = root;
    for (const segment of route.path.split("/").slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      node = name === undefined ? child(node, segment) : parameterOf(node, name);
    }
    node.routes.set(route.method, route);
  }
  return (method, path) => {
    const parameters: Record<string, string> = {};
    let node: Node | undefined = root;
    for (const segment of path.split("/").slice(1)) {
      const literal: Node | undefined = node.children.get(segment);
      if (literal) node = literal;
      else if (node.parameter && segment !== "") {
        const value = decode(segment);
        if (value === null) return null;
        parameters[node.parameter.name] = value;
        node = node.parameter.node;
      } else return null;
    }
    const route = node.routes.get(method);
    if (route) return { route, parameters };
    return node.routes.size > 0 ? "no-method" : null;
  };
}

function child(node: Node, segment: string): Node {
  const found = node.children.get(segment) ?? emptyNode();
  node.children.set(segment, found);
  return found;
}

function parameterOf(node: Node, name: string): Node {
  node.parameter ??= { name, node: emptyNode() };
  return node.parameter.node;
}

function decode(segment: string): string | null {
  try {
    const value = decodeURIComponent(segment);
    return value.includes("\0") || value.length > 300 ? null : value;
  } catch {
    return null;
  }
}
