/** One sample of the Prometheus text format. */
export type Metric = { name: string; labels: Record<string, string>; value: number }

/** Parses the Prometheus text format. @throws on an invalid line */
export function parseMetrics(text: string): Metric[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (!name) throw new Error(`This is no figure: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text] as const)
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
}

export function sumMetric(metrics: Metric[], name: string, labels: Record<string, string> = {}): number | undefined {
  const matches = metrics.filter(
    (metric) =>
      metric.name === name && Object.entries(labels).every(([label, value]) => metric.labels[label] === value),
  )
  return matches.length === 0 ? undefined : matches.reduce((sum, { value }) => sum + value, 0)
}
