import type { TypeName } from '../../sanity/content-types.ts'
import { buildSeedDocuments } from '../../sanity/seed/index.ts'
import type { AllSanitySchemaTypes } from '../../sanity/types.ts'

type SampleDocument<Type> = Extract<AllSanitySchemaTypes, { _type: Type; _id: string }>

export const samples = buildSeedDocuments()

export const findSamples = <Type extends TypeName>(type: Type): SampleDocument<Type>[] =>
  samples.filter(({ _type }) => _type === type) as unknown as SampleDocument<Type>[]

export function getSample<Type extends TypeName>(type: Type, id: string): SampleDocument<Type> {
  const match = findSamples(type).find((document) => (document as { _id: string })._id === id)
  if (!match) throw new Error(`The sample content has no ${type} with the id ${id}.`)
  return match
}

export type SamplePicture = { _type: string; caption: string } & Record<string, unknown>

const findPictures = (value: unknown): SamplePicture[] => {
  if (typeof value !== 'object' || value === null) return []
  const isPicture = '_type' in value && String(value._type).endsWith('Picture')
  return isPicture ? [value as SamplePicture] : Object.values(value).flatMap(findPictures)
}

export const samplePictures = findPictures([...findSamples('page'), ...findSamples('category')])

export function findSamplePicture(id: string, type: string): SamplePicture {
  const picture = findPictures(samples.find(({ _id }) => _id === id)).find(({ _type }) => _type === type)
  if (!picture) throw new Error(`${id} has no picture of the type ${type}.`)
  return picture
}
