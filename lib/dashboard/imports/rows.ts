import type { z } from 'zod'
import { callerChange } from '../callers/input.ts'
import { leadInput } from '../leads/input.ts'
import type { ImportKind, ImportMapping } from '../model/import.ts'
import {
  collectTexts,
  readAddress,
  readDoNotCall,
  readEmail,
  readMoment,
  readName,
  readPhones,
  readStage,
  readUrgency,
  readZip,
} from './cells.ts'
import { findHeaderZone, IMPORT_FIELDS } from './fields.ts'

/** A lead as it will be stored. Undefined fields are absent in the file. */
export type LeadRow = {
  kind: 'leads'
  /** Id in an export of the same company. */
  id: string | undefined
  values: Omit<z.output<typeof leadInput>, 'callId' | 'source'>
  /** Whether the file describes the problem. Otherwise the text is the default, which replaces no stored problem. */
  hasProblem: boolean
  extension: string | undefined
  createdAt: Date | undefined
  doNotCall: boolean
  isTest: boolean
}

/** A caller as it will be stored. Undefined fields are absent in the file. */
export type CallerRow = {
  kind: 'callers'
  phones: string[]
  values: Omit<z.output<typeof callerChange>, 'doNotCall'>
  doNotCall: boolean
}

export type RowContext = {
  mapping: ImportMapping
  /** Time zone of dates, unless the header names one. */
  timeZone: string
  now: Date
}

export type ReadRow<Row> = { row: Row } | { problems: string[] }

const TOO_MANY_CELLS = 'More cells than the header. Put quotes around text that contains the separator.'

const formatIssues = (kind: ImportKind, { issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => {
    const label = IMPORT_FIELDS[kind][String(path[0])]?.label
    return label ? `${label}: ${message}` : message
  })

function findShapeProblem({ columns }: ImportMapping, cells: readonly string[]): string | undefined {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) return TOO_MANY_CELLS
  return undefined
}

const collectProblems = (parts: object[]): string[] =>
  parts.flatMap((part) => ('problem' in part && typeof part.problem === 'string' ? [part.problem] : []))

/** Converts a row into a lead, by the rules for leads from other sources. */
export function readLeadRow(cells: readonly string[], { mapping, timeZone, now }: RowContext): ReadRow<LeadRow> {
  const shapeProblem = findShapeProblem(mapping, cells)
  if (shapeProblem) return { problems: [shapeProblem] }
  const texts = collectTexts(mapping.columns, cells)
  const getFirst = (field: string) => texts.get(field)?.[0]
  const header = mapping.columns.find(({ field }) => field === 'createdAt')?.header ?? ''
  const phones = readPhones(texts.get('phone') ?? [])
  const urgency = readUrgency(getFirst('urgency'))
  const stage = readStage(getFirst('stage'))
  const createdAt = readMoment(getFirst('createdAt'), findHeaderZone(header) ?? timeZone, now)
  const doNotCall = readDoNotCall(getFirst('doNotCall'))
  const parsed = leadInput.omit({ callId: true, source: true }).safeParse({
    name: readName(texts) ?? '',
    phone: 'value' in phones ? phones.value[0]?.number : undefined,
    email: readEmail(texts.get('email') ?? []),
    address: readAddress(texts, false),
    zip: readZip(getFirst('zip')),
    problem: texts.get('problem')?.join('\n') ?? mapping.problem ?? '',
    safety: getFirst('safety'),
    system: getFirst('system'),
    urgency: 'value' in urgency ? urgency.value : undefined,
    stage: 'value' in stage ? stage.value : undefined,
    assigneeId: getFirst('assigneeId'),
  })
  const problems = [
    ...(parsed.error ? formatIssues('leads', parsed.error) : []),
    ...collectProblems([phones, urgency, stage, createdAt, doNotCall]),
  ]
  if (!parsed.success || problems.length > 0) return { problems }
  return {
    row: {
      kind: 'leads',
      id: getFirst('id'),
      values: parsed.data,
      hasProblem: texts.has('problem'),
      extension: 'value' in phones ? phones.value[0]?.extension : undefined,
      createdAt: 'value' in createdAt ? createdAt.value : undefined,
      doNotCall: 'value' in doNotCall && doNotCall.value,
      isTest: getFirst('isTest')?.toLowerCase() === 'test',
    },
  }
}

const MISSING_PHONE = 'Phone: Enter a phone number'

/** Converts a row into a caller, by the rules for callers in the dashboard. */
export function readCallerRow(cells: readonly string[], { mapping }: RowContext): ReadRow<CallerRow> {
  const shapeProblem = findShapeProblem(mapping, cells)
  if (shapeProblem) return { problems: [shapeProblem] }
  const texts = collectTexts(mapping.columns, cells)
  const getFirst = (field: string) => texts.get(field)?.[0]
  const phones = readPhones(texts.get('phone') ?? [])
  const doNotCall = readDoNotCall(getFirst('doNotCall'))
  const { success, data, error } = callerChange.omit({ doNotCall: true }).safeParse({
    name: readName(texts),
    address: readAddress(texts, true),
    house: getFirst('house'),
    system: getFirst('system'),
    notes: texts.get('notes')?.join('\n'),
  })
  const problems = [
    ...('value' in phones && phones.value.length === 0 ? [MISSING_PHONE] : []),
    ...(error ? formatIssues('callers', error) : []),
    ...collectProblems([phones, doNotCall]),
  ]
  if (!success || problems.length > 0) return { problems }
  const numbers = 'value' in phones ? phones.value.map(({ number }) => number) : []
  return {
    row: { kind: 'callers', phones: numbers, values: data, doNotCall: 'value' in doNotCall && doNotCall.value },
  }
}

export const readRow = (
  kind: ImportKind,
  cells: readonly string[],
  context: RowContext,
): ReadRow<LeadRow | CallerRow> => (kind === 'leads' ? readLeadRow(cells, context) : readCallerRow(cells, context))
