/** A colour between ember (first of `count`) and ice (last), as CSS. */
export function temperatureAt(index: number, count: number): string {
  const share = count > 1 ? Math.round((index / (count - 1)) * 100) : 100
  return `color-mix(in oklab, var(--ice) ${share}%, var(--ember))`
}
