/** Options of a field whose few choices are all seen at once, side by side. */
export const radioOptions = <Value extends string | number>(list: { title: string; value: Value }[]) => ({
  list,
  layout: 'radio' as const,
  direction: 'horizontal' as const,
})
