import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '../../../scripts/support/settings.ts'

/* Format: https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/ */

const readDeployFile = (file: string) => readFileSync(resolve(root, 'deploy', file), 'utf8')

const datasource = z.object({ uid: z.literal('${source}') })
const target = z.object({ refId: z.string(), expr: z.string().min(1), datasource })
const panel = z.object({
  id: z.number().int(),
  type: z.enum(['row', 'timeseries']),
  title: z.string().min(1),
  gridPos: z.object({ x: z.number().min(0), y: z.number(), w: z.number().max(24), h: z.number() }),
  targets: z.array(target).optional(),
})
const board = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  panels: z.array(panel),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
})

const isUnbalanced = (text: string): boolean =>
  ['()', '{}', '[]'].some(([open = '', close = '']) => text.split(open).length !== text.split(close).length)

it('the Grafana dashboard is valid and its panels do not overlap', () => {
  const { panels, templating } = board.parse(JSON.parse(readDeployFile('grafana/ductwise.json')))
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(templating.list.map(({ name }) => name)).toEqual(['source', 'instance'])
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  for (const { type, targets = [] } of panels) {
    expect(targets.length > 0).toBe(type !== 'row')
    for (const { expr } of targets) expect(isUnbalanced(expr)).toBe(false)
  }
})

it('every alert has an expression, a duration and a summary', () => {
  const alert = z.object({
    alert: z.string(),
    expr: z.string().refine((text) => !isUnbalanced(text)),
    for: z.string().regex(/^\d+[mh]$/),
    labels: z.object({ severity: z.enum(['page', 'ticket']) }),
    annotations: z.object({ summary: z.string() }),
  })
  const rules = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(alert) })) })
  expect(rules.parse(parse(readDeployFile('prometheus/alerts.yaml'))).groups[0]?.rules.length).toBeGreaterThan(4)
})
