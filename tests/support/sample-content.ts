import type { TypeName } from '../../sanity/content-types.ts'
import { seedDocuments } from '../../sanity/seed/index.ts'
import type { AllSanitySchemaTypes } from '../../sanity/types.ts'

type DocumentOf<Type> = Extract<AllSanitySchemaTypes, { _type: Type; _id: string }>

export const samples = seedDocuments()

export const samplesOf = <Type extends TypeName>(type: Type): DocumentOf<Type>[] =>
  samples.filter(({ _type }) => _type === type) as unknown as DocumentOf<Type>[]

export function sample<Type extends TypeName>(type: Type, id: string): DocumentOf<Type> {
  const found = samplesOf(type).find((document) => (document as { _id: string })._id === id)
  if (!found) throw new Error(`The sample content has no ${type} with the id ${id}.`)
  return found
}

export type SamplePicture = { _type: string; caption: string } & Record<string, unknown>

const picturesIn = (value: unknown): SamplePicture[] => {
  if (typeof value !== 'object' || value === null) return []
  const isPicture = '_type' in value && String(value._type).endsWith('Picture')
  return isPicture ? [value as SamplePicture] : Object.values(value).flatMap(picturesIn)
}

export const samplePictures = picturesIn([...samplesOf('page'), ...samplesOf('category')])

export function samplePicture(id: string, type: string): SamplePicture {
  const found = picturesIn(samples.find(({ _id }) => _id === id)).find(({ _type }) => _type === type)
  if (!found) throw new Error(`${id} has no picture of the type ${type}.`)
  return found
}
