/** The time zones of the United States by their usual names, from east to west. */
export const usTimeZones: Readonly<Record<string, string>> = {
  'America/Puerto_Rico': 'Atlantic Time (Puerto Rico)',
  'America/New_York': 'Eastern Time (New York)',
  'America/Chicago': 'Central Time (Chicago)',
  'America/Denver': 'Mountain Time (Denver)',
  'America/Phoenix': 'Arizona (Phoenix)',
  'America/Los_Angeles': 'Pacific Time (Los Angeles)',
  'America/Anchorage': 'Alaska (Anchorage)',
  'Pacific/Honolulu': 'Hawaii (Honolulu)',
  'Pacific/Guam': 'Guam',
}

/** The header in which the server names the organization's time zone to a page that is open. */
export const timeZoneHeader = 'x-console-time-zone'

/** A time zone in words: "Pacific Time (Los Angeles)", "Pacific/Auckland". */
export function timeZoneWords(timeZone: string): string {
  return usTimeZones[timeZone] ?? timeZone.replaceAll('_', ' ')
}

/** True for the name of a time zone that this machine knows: an IANA name or UTC, no offset. */
export function isTimeZone(text: string): boolean {
  if (text !== 'UTC' && !/^[A-Z].*\//.test(text)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text }).format(0)
    return true
  } catch {
    return false
  }
}

/** The time zone of the machine that asks, in a browser the person's; UTC if it names none. */
export function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

/**
 * The time zone of an organization that has chosen none: that of its machine. A machine on UTC is
 * taken for a server of an organization in the United States, whose day begins first on the east
 * coast: no deadline is counted a day too long, and no evening's work is of tomorrow.
 */
export function assumedTimeZone(): string {
  const own = ownTimeZone()
  return isUtc(own) ? 'America/New_York' : own
}

/** True for the names of UTC, under which servers run. */
export function isUtc(timeZone: string): boolean {
  return /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal)$/.test(timeZone)
}
