import { evaluateChange, type LakeDocument } from '@ductwise/content-lake'
import { typeNames } from '../../../sanity/content-types.ts'
import { parseWebhook, webhook } from '../../../sanity/webhook.ts'
import { createSnapshot } from '../../../packages/content-lake/tests/query/fixtures.ts'
import { dataset } from './tags-dataset.ts'
import { FREE_PATH, FREE_SLUG } from './tags-reads.ts'

export type Change = {
  name: string
  before: LakeDocument | undefined
  after: LakeDocument | undefined
  /** Name of the changed field, or undefined if the document is created or deleted. */
  field: string | undefined
}

const buildChange = (name: string, before?: LakeDocument, after?: LakeDocument, field?: string): Change => ({
  name,
  before,
  after,
  field,
})

/** Number of documents per type with a change at the same nested path. */
const MAX_TIMES_BELOW_FIELD = 1

/** Date after all dates of the unchanged dataset. */
const LATER = '2026-01-03T00:00:00Z'

const isContent = ({ _type }: LakeDocument) => (typeNames as readonly string[]).includes(_type)
const contentDocuments = dataset.filter(isContent).toReversed()

type Leaf = { path: (string | number)[]; value: unknown }

function* listLeaves(value: unknown, path: (string | number)[] = []): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) return yield { path, value }
  for (const [key, inner] of Object.entries(value)) {
    yield* listLeaves(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

/** Returns the path of a leaf without array keys, such as `blocks[heroBlock].actions[link].label`. */
function getPlace(document: LakeDocument, path: (string | number)[]): string {
  let value: unknown = document
  return path
    .map((key) => {
      value = (value as Record<string | number, unknown>)[key]
      if (typeof key === 'string') return `.${key}`
      return `[${(value as { _type?: string } | null)?._type ?? ''}]`
    })
    .join('')
}

/** Returns a different value of the same type. New text sorts last, and new paths are unused. */
function changeValue({ path, value }: Leaf): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (path.join('.') === 'path') return FREE_PATH
  if (path.join('.') === 'slug.current') return FREE_SLUG
  if (path.at(-1) !== '_ref') return `~${String(value)}`
  const type = dataset.find(({ _id }) => _id === value)?._type
  return dataset.find(({ _id, _type }) => _type === type && _id !== value)?._id ?? 'nothing'
}

function replaceAt(value: unknown, [key, ...rest]: (string | number)[], leaf: unknown): unknown {
  if (key === undefined) return leaf
  const inner = replaceAt((value as Record<string | number, unknown>)[key], rest, leaf)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as object), [key]: inner }
}

const omitField = (document: LakeDocument, field: string): LakeDocument =>
  Object.fromEntries(Object.entries(document).filter(([name]) => name !== field)) as LakeDocument

const changeCounts = new Map<string, number>()

/** Limits changes at nested paths, because they are similar in all documents of a type. */
function isWithinPathLimit({ _type }: LakeDocument, place: string, { path }: Leaf): boolean {
  if (path.length <= 2) return true
  const key = `${_type} ${place}`
  const times = (changeCounts.get(key) ?? 0) + 1
  changeCounts.set(key, times)
  return times <= MAX_TIMES_BELOW_FIELD
}

function listUpdates(document: LakeDocument): Change[] {
  const isContentLeaf = ({ path }: Leaf) => !/^_(?:id|type|rev|createdAt|updatedAt)$/.test(String(path[0]))
  const leaves = [...listLeaves(document)].filter(isContentLeaf)
  const places = new Map(leaves.toReversed().map((leaf) => [getPlace(document, leaf.path), leaf]))
  const fields = [...new Set(leaves.map(({ path }) => String(path[0])))]
  const update = (label: string, field: string, after: unknown) =>
    buildChange(`${document._id} ${label}`, document, after as LakeDocument, field)
  return [
    update('with a new date', '_updatedAt', { ...document, _updatedAt: LATER }),
    ...fields.map((field) => update(`without ${field}`, field, omitField(document, field))),
    ...[...places]
      .filter(([place, leaf]) => isWithinPathLimit(document, place, leaf))
      .map(([place, leaf]) =>
        update(`with another ${place}`, String(leaf.path[0]), replaceAt(document, leaf.path, changeValue(leaf))),
      ),
  ]
}

const buildCreatedChange = (document: LakeDocument, name: string) =>
  buildChange(`${document._id} ${name}`, undefined, document)

/**
 * Returns two new documents: one reuses the address of `document`, the other has an unused address.
 * Both have the latest date and ids that sort first.
 */
const buildCopies = (document: LakeDocument): Change[] => [
  buildCreatedChange({ ...document, _id: `0-${document._id}`, _updatedAt: LATER }, 'as a second one'),
  buildCreatedChange(
    {
      ...document,
      _id: `0-new-${document._id}`,
      _updatedAt: LATER,
      ...('path' in document ? { path: FREE_PATH } : {}),
      ...('slug' in document ? { slug: { _type: 'slug', current: FREE_SLUG } } : {}),
    },
    'as a new one',
  ),
]

export const changes: Change[] = [
  ...contentDocuments.flatMap((document): Change[] => [
    ...listUpdates(document),
    buildChange(`${document._id} deleted`, document),
  ]),
  ...typeNames.flatMap((type) => buildCopies(contentDocuments.find(({ _type }) => _type === type) as LakeDocument)),
]

export function buildDataset({ before, after }: Change): LakeDocument[] {
  const otherDocuments = dataset.filter(({ _id }) => _id !== before?._id)
  return after ? [...otherDocuments, after] : otherDocuments
}

/** Reverses a deletion, which affects the same results. */
export const reverseChange = ({ name, before }: Change) => buildChange(`${name}, and made again`, undefined, before)

const emptySnapshot = createSnapshot([])

/** Returns the cache tags of a change, based on the webhook that the Content Lake would send. */
export function listTags({ name, before, after }: Change): string[] {
  const { filter, projection } = webhook
  const evaluated = evaluateChange({ filter, projection, before, after, snapshot: emptySnapshot, now: new Date(LATER) })
  if (!evaluated.matches) throw new Error(`The webhook is silent about ${name}`)
  return parseWebhook(JSON.stringify(evaluated.payload)).tags
}
