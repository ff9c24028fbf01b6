const SECONDS_PER_MINUTE = 60

/** Formats a duration, such as 1:23 or 1:02:03. */
export function formatDuration(seconds: number): string {
  const [hours, minutes] = [
    Math.floor(seconds / SECONDS_PER_MINUTE / SECONDS_PER_MINUTE),
    Math.floor(seconds / SECONDS_PER_MINUTE) % SECONDS_PER_MINUTE,
  ]
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes]
  return [...parts, String(seconds % SECONDS_PER_MINUTE).padStart(2, '0')].join(':')
}
