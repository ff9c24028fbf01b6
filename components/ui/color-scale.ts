/** Returns a CSS color between ember (index 0) and ice (index `count - 1`). */
export function mixPrimaryToAccent(index: number, count: number): string {
  const share = count > 1 ? Math.round((index / (count - 1)) * 100) : 100
  return `color-mix(in oklab, var(--accent) ${share}%, var(--primary))`
}
