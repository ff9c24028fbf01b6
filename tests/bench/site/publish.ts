import { afterEdit, editOf, firstLooks, originalValues, untilShown } from '../../support/pages/first-looks.ts'
import { addMissingSamples, removeMissingSamples } from '../../support/pages/missing-samples.ts'
import { publishAndWait } from '../../support/pages/publishing.ts'
import {
  contentTypes,
  findShownContent,
  type ShownDocument,
  type ShownText,
} from '../../support/pages/shown-content.ts'
import { type Times, timesOf } from './statistics.ts'

/** Milliseconds from Publish to the webhook response and to the slowest first view. `old` counts stale views. */
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

async function measure(document: ShownDocument, text: ShownText): Promise<Round> {
  await untilShown([text])
  const edit = editOf(document, [text])
  const { sentAt, answeredAt } = await publishAndWait(document.id, edit.values)
  const { slowest, seen, old } = await firstLooks(edit, { atOnce: 1 })
  await untilShown(afterEdit([text], edit))
  await publishAndWait(document.id, originalValues({ ...document, texts: [text] }))
  const webhook = answeredAt - sentAt
  return { type: document.type, webhook, firstLook: webhook + slowest.milliseconds, looks: seen, old: old.length }
}

function turns(byType: Map<string, ShownDocument>, count: number): [ShownDocument, ShownText][] {
  const documents = contentTypes.map((type) => byType.get(type)).filter((document) => document !== undefined)
  return Array.from({ length: count }, (_, round) => {
    const document = documents[round % documents.length]!
    return [document, document.texts[Math.floor(round / documents.length) % document.texts.length]!]
  })
}

export async function publishTexts(count: number): Promise<Publishes> {
  await addMissingSamples()
  const { byType } = await findShownContent()
  const rounds: Round[] = []
  for (const [document, text] of turns(byType, count)) rounds.push(await measure(document, text))
  await removeMissingSamples()
  const firstLooksOf = (some: Round[]) => timesOf(some.map(({ firstLook }) => firstLook))
  const ofTypes = [...Map.groupBy(rounds, ({ type }) => type)].map(([type, own]) => [type, firstLooksOf(own)])
  return {
    count,
    types: ofTypes.length,
    webhook: timesOf(rounds.map(({ webhook }) => webhook)),
    firstLook: firstLooksOf(rounds),
    byType: Object.fromEntries(ofTypes) as Publishes['byType'],
    looks: rounds.reduce((sum, { looks }) => sum + looks, 0),
    old: rounds.reduce((sum, { old }) => sum + old, 0),
  }
}
