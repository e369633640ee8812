/** Places that no time zone is named for. */
const places: Record<string, string> = {
  utc: "UTC",
  gmt: "UTC",
  germany: "Europe/Berlin",
  munich: "Europe/Berlin",
  france: "Europe/Paris",
  spain: "Europe/Madrid",
  italy: "Europe/Rome",
  uk: "Europe/London",
  england: "Europe/London",
  japan: "Asia/Tokyo",
  osaka: "Asia/Tokyo",
  china: "Asia/Shanghai",
  beijing: "Asia/Shanghai",
  india: "Asia/Kolkata",
  delhi: "Asia/Kolkata",
  mumbai: "Asia/Kolkata",
  california: "America/Los_Angeles",
  "san francisco": "America/Los_Angeles",
  seattle: "America/Los_Angeles",
  boston: "America/New_York",
  washington: "America/New_York",
};

/** The zone that a person means by "Tokyo", "new york" or "Europe/Paris"; null when there is none. */
export function findTimeZone(place: string): string | null {
  const wanted = place
    .trim()
    .toLowerCase()
    .replace(/^the\s+/, "");
  if (Object.hasOwn(places, wanted)) return places[wanted] ?? null;
  const name = wanted.replaceAll(" ", "_");
  const zones = Intl.supportedValuesOf("timeZone");
  return zones.find((zone) => zone.toLowerCase() === name || zone.toLowerCase().endsWith(`/${name}`)) ?? null;
}
