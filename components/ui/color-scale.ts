/** A colour between ember (the first of `count`) and ice (the last), as CSS. */
export function primaryToAccent(index: number, count: number): string {
  const share = count > 1 ? Math.round((index / (count - 1)) * 100) : 100
  return `color-mix(in oklab, var(--accent) ${share}%, var(--primary))`
}
