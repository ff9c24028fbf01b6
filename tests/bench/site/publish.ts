import {
  applyEdit,
  buildEdit,
  requestFirstViews,
  collectOriginalValues,
  waitUntilShown,
} from '../../support/pages/first-views.ts'
import { addMissingSamples, removeMissingSamples } from '../../support/pages/missing-samples.ts'
import { publishAndWait } from '../../support/pages/publishing.ts'
import {
  contentTypes,
  findVisibleContent,
  type VisibleDocument,
  type VisibleText,
} from '../../support/pages/visible-content.ts'
import { type Times, summarizeTimes } from './statistics.ts'

/** Times from Publish to the webhook response, and to the slowest first view. `old` counts stale views. */
export type Publishes = {
  count: number
  types: number
  webhook: Times
  firstLook: Times
  byType: Record<string, Times>
  looks: number
  old: number
}

type Round = { type: string; webhook: number; firstLook: number; looks: number; old: number }

async function measurePublish(document: VisibleDocument, text: VisibleText): Promise<Round> {
  await waitUntilShown([text])
  const edit = buildEdit(document, [text])
  const { sentAt, answeredAt } = await publishAndWait(document.id, edit.values)
  const { slowest, viewCount, old } = await requestFirstViews(edit, { concurrency: 1 })
  await waitUntilShown(applyEdit([text], edit))
  await publishAndWait(document.id, collectOriginalValues({ ...document, texts: [text] }))
  const webhook = answeredAt - sentAt
  return { type: document.type, webhook, firstLook: webhook + slowest.milliseconds, looks: viewCount, old: old.length }
}

function planPublishes(byType: Map<string, VisibleDocument>, count: number): [VisibleDocument, VisibleText][] {
  const documents = contentTypes.map((type) => byType.get(type)).filter((document) => document !== undefined)
  return Array.from({ length: count }, (_, round) => {
    const document = documents[round % documents.length]!
    return [document, document.texts[Math.floor(round / documents.length) % document.texts.length]!]
  })
}

export async function publishTexts(count: number): Promise<Publishes> {
  await addMissingSamples()
  const { byType } = await findVisibleContent()
  const rounds: Round[] = []
  for (const [document, text] of planPublishes(byType, count)) rounds.push(await measurePublish(document, text))
  await removeMissingSamples()
  const summarizeFirstLooks = (selectedRounds: Round[]) =>
    summarizeTimes(selectedRounds.map(({ firstLook }) => firstLook))
  const timesByType = [...Map.groupBy(rounds, ({ type }) => type)].map(([type, typeRounds]) => [
    type,
    summarizeFirstLooks(typeRounds),
  ])
  return {
    count,
    types: timesByType.length,
    webhook: summarizeTimes(rounds.map(({ webhook }) => webhook)),
    firstLook: summarizeFirstLooks(rounds),
    byType: Object.fromEntries(timesByType) as Publishes['byType'],
    looks: rounds.reduce((sum, { looks }) => sum + looks, 0),
    old: rounds.reduce((sum, { old }) => sum + old, 0),
  }
}
