import { ClosingBand } from '../../ui/closing-band.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function CtaBlock({ block: { heading, text, actions }, context }: BlockProps<'ctaBlock'>) {
  return <ClosingBand heading={heading} text={text} actions={actions} isFirst={context.isFirst} />
}
