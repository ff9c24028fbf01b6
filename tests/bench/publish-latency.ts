import {
  afterEdit,
  editOf,
  type FirstLooks,
  firstLooks,
  originalValues,
  untilShown,
} from '../support/pages/first-looks.ts'
import { addMissingSamples } from '../support/pages/missing-samples.ts'
import { publishAndWait } from '../support/pages/publishing.ts'
import { seedMore } from '../support/pages/seed-more.ts'
import { contentTypes, findShownContent, type ShownDocument, type ShownText } from '../support/pages/shown-content.ts'
import { startStack } from '../support/stack/stack.ts'
import { untilTime } from '../support/until.ts'

const ROUNDS = Number(process.env.ROUNDS || 100)

/** Documents in the dataset, filled up with cities and posts; 0 is the sample content alone. */
const DOCUMENTS = Number(process.env.DOCUMENTS || 0)

/** Publishes that are printed one by one, the slowest first. */
const SLOWEST = 5

/** A page is made anew at most once in this many milliseconds, so the rounds keep that distance. */
const MADE_ANEW_EVERY = 1_000

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

type Round = { type: string; milliseconds: number; answer: number; looks: FirstLooks }

/** Publishes one text, and looks once at every page that shows it: pressing Publish -> webhook answered -> that look. */
async function measure(document: ShownDocument, text: ShownText): Promise<Round> {
  await untilShown([text])
  await untilTime(Date.now() + MADE_ANEW_EVERY)
  const edit = editOf(document, [text])
  const { sentAt, answeredAt } = await publishAndWait(document.id, edit.values)
  // One after another: an editor looks at one page.
  const looks = await firstLooks(edit, { atOnce: 1 })
  await untilShown(afterEdit([text], edit))
  await publishAndWait(document.id, originalValues({ ...document, texts: [text] }))
  const answer = answeredAt - sentAt
  return { type: document.type, milliseconds: answer + looks.slowest.milliseconds, answer, looks }
}

/** The texts in turn by type: each type as often as another, and each of its texts before the first comes again. */
function turns(byType: Map<string, ShownDocument>): [ShownDocument, ShownText][] {
  const documents = contentTypes.map((type) => byType.get(type)).filter((document) => document !== undefined)
  return Array.from({ length: ROUNDS }, (_, round) => {
    const document = documents[round % documents.length]!
    return [document, document.texts[Math.floor(round / documents.length) % document.texts.length]!]
  })
}

const whole = (values: number[]) =>
  `median ${Math.round(median(values))} ms, worst ${Math.round(Math.max(...values))} ms`

/**
 * Time from pressing Publish until the first look at a page that shows the change is new, in rounds over all types, on
 * the production build. `DOCUMENTS=10000` fills the dataset up first, `ROUNDS=20` makes it shorter.
 */
const { stop } = await startStack()
try {
  await addMissingSamples()
  // Found in the sample content, which stays in front of what is added.
  const { byType, paths } = await findShownContent()
  if (DOCUMENTS > 0) console.log(`${await seedMore(DOCUMENTS)} documents in the dataset`)
  const rounds: Round[] = []
  for (const [document, text] of turns(byType)) rounds.push(await measure(document, text))
  const seen = rounds.reduce((sum, { looks }) => sum + looks.seen, 0)
  const old = rounds.reduce((sum, { looks }) => sum + looks.old.length, 0)
  console.log(`${rounds.length} publishes over ${byType.size} types, ${paths.length} known pages`)
  console.log(`publish -> webhook answered: ${whole(rounds.map(({ answer }) => answer))}`)
  console.log(
    `publish -> slowest first look at a page that shows it: ${whole(rounds.map((round) => round.milliseconds))}`,
  )
  console.log(`first looks: ${seen}, old: ${old}`)
  for (const [type, own] of Map.groupBy(rounds, ({ type }) => type)) {
    console.log(`  ${type}: ${whole(own.map(({ milliseconds }) => milliseconds))}`)
  }
  const slowestFirst = rounds.toSorted((one, other) => other.milliseconds - one.milliseconds)
  for (const { type, milliseconds, answer, looks } of slowestFirst.slice(0, SLOWEST)) {
    const parts = `webhook answered after ${Math.round(answer)} ms, slowest of ${looks.seen} looks at ${looks.slowest.path}`
    console.log(`  slowest: ${type} ${Math.round(milliseconds)} ms (${parts})`)
  }
} finally {
  await stop()
}
