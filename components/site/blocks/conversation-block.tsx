import { buildCallId } from '../call/call.ts'
import { CallPicker } from '../call/call-picker.tsx'
import { CallScript } from '../call/call-buttons.tsx'
import { Transcript } from '../call/transcript.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import type { BlockProps } from '../types/blocks.ts'

/**
 * Renders a sample call, which is readable without a script. If the hero plays the same call, this block has no player.
 */
export function ConversationBlock({ block, context }: BlockProps<'conversationBlock'>) {
  const { heading, text, call } = block
  const { isFirst } = context
  const labels = context.labels.call
  const first = call && { id: buildCallId(block._key), call }
  if (first && context.call?.id === first.id) {
    return (
      <section className="ground mt-0">
        <div className="wrap band">
          <SectionHeading heading={heading} text={text} isFirst={isFirst} />
          <Transcript {...first} labels={labels} />
        </div>
        <CallScript />
      </section>
    )
  }
  const otherCalls = (block.calls ?? []).map((item) => ({ id: buildCallId(block._key, item._key), call: item }))
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <section className="wrap section">
      <CallPicker
        name={`${buildCallId(block._key)}-tabs`}
        calls={first ? [first, ...otherCalls] : otherCalls}
        labels={labels}
      >
        <Heading className={isFirst ? 'text-headline' : 'text-title'}>{heading}</Heading>
        {text && <p className="mt-4 max-w-lead text-lead text-muted-foreground">{text}</p>}
      </CallPicker>
      {first && <CallScript />}
    </section>
  )
}
