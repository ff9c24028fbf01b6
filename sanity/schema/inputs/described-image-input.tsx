import { type FormPatch, type ObjectInputProps, PatchEvent, unset } from 'sanity'

const DESCRIPTION = ['alt', 'caption', 'isDarkDrawing'] as const

type Described = { asset?: { _ref?: string } } & Partial<Record<(typeof DESCRIPTION)[number], unknown>>

const isOfAsset = ({ path }: FormPatch) => path[0] === 'asset' && path.length === 1

const replacesAsset = (patches: FormPatch[], before: string) =>
  patches.some((patch) => isOfAsset(patch) && refAfter(patch) !== before)

function refAfter(patch: FormPatch): string | undefined {
  return patch.type === 'set' ? (patch.value as { _ref?: string } | undefined)?._ref : undefined
}

export function withoutOldDescription(patches: FormPatch[], value: Described | undefined): FormPatch[] {
  const before = value?.asset?._ref
  if (!value || before === undefined || !replacesAsset(patches, before)) return patches
  return [...patches, ...DESCRIPTION.filter((field) => value[field] !== undefined).map((field) => unset([field]))]
}

/** Clears the description fields when an editor replaces the image file. */
export function DescribedImageInput(props: ObjectInputProps) {
  const { onChange, value } = props
  return props.renderDefault({
    ...props,
    onChange: (change) => {
      const { patches } = PatchEvent.from(change)
      onChange(withoutOldDescription(patches, value as Described | undefined))
    },
  })
}
