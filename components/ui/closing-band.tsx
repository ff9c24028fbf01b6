import { type Action, Actions } from './button-link.tsx'
import { SectionHeading } from './headings.tsx'

type ClosingBandProps = {
  heading: string | null
  text?: string | null
  actions: Action[] | null
  isFirst?: boolean
}

/** Renders the closing section, the only one in the colors of the opposite theme. */
export function ClosingBand({ heading, text, actions, isFirst }: ClosingBandProps) {
  return (
    <section className="inverted ground mb-0">
      <div className="wrap band grid items-end gap-x-12 gap-y-8 lg:grid-cols-[1fr_auto]">
        <SectionHeading heading={heading} text={text ?? null} isFirst={isFirst ?? false} />
        <Actions actions={actions} />
      </div>
    </section>
  )
}
