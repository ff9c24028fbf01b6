const MINUTE = 60

/** Formats a duration, such as 1:23 or 1:02:03. */
export function formatDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / MINUTE / MINUTE), Math.floor(seconds / MINUTE) % MINUTE]
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes]
  return [...parts, String(seconds % MINUTE).padStart(2, '0')].join(':')
}
