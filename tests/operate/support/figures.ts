/** One figure in the text format of Prometheus: its name, its labels and its value. */
export type Figure = { name: string; labels: Record<string, string>; value: number }

/**
 * Reads the text format of Prometheus.
 * @throws on a line that is not in it
 */
export function figuresIn(text: string): Figure[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (!name) throw new Error(`This is no figure: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text] as const)
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
}

/** The sum of the figures with a name and some labels; undefined where there are none. */
export function figure(figures: Figure[], name: string, labels: Record<string, string> = {}): number | undefined {
  const found = figures.filter(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
