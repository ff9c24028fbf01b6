import { type FormPatch, type ObjectInputProps, PatchEvent, unset } from 'sanity'

const DESCRIPTION_FIELDS = ['alt', 'caption', 'isDarkDrawing'] as const

type DescribedImage = { asset?: { _ref?: string } } & Partial<Record<(typeof DESCRIPTION_FIELDS)[number], unknown>>

const isAssetPatch = ({ path }: FormPatch) => path[0] === 'asset' && path.length === 1

const replacesAsset = (patches: FormPatch[], previousRef: string) =>
  patches.some((patch) => isAssetPatch(patch) && getNewRef(patch) !== previousRef)

function getNewRef(patch: FormPatch): string | undefined {
  return patch.type === 'set' ? (patch.value as { _ref?: string } | undefined)?._ref : undefined
}

export function clearOldDescription(patches: FormPatch[], value: DescribedImage | undefined): FormPatch[] {
  const previousRef = value?.asset?._ref
  if (!value || previousRef === undefined || !replacesAsset(patches, previousRef)) return patches
  return [
    ...patches,
    ...DESCRIPTION_FIELDS.filter((field) => value[field] !== undefined).map((field) => unset([field])),
  ]
}

/** Clears the description fields when an editor replaces the image file. */
export function DescribedImageInput(props: ObjectInputProps) {
  const { onChange, value } = props
  return props.renderDefault({
    ...props,
    onChange: (change) => {
      const { patches } = PatchEvent.from(change)
      onChange(clearOldDescription(patches, value as DescribedImage | undefined))
    },
  })
}
