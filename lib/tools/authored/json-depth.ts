/** Whether arrays and objects in a JSON text are nested deeper than that. The text itself is not checked. */
export function isDeeperThan(json: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inText) {
      if (character === "\\") index += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > most) return true;
    } else if (character === "]" || character === "}") depth -= 1;
  }
  return false;
}
