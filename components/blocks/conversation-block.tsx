import { callsFile } from '@/lib/browser-bundles.js'
import { CALL, scripted } from '@/lib/dom-contract.ts'
import { CallPlayer } from '../call/call-player.tsx'
import { LeadCard } from '../call/lead-card.tsx'
import { Transcript } from '../call/transcript.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/**
 * A sample call with what the assistant understood of each line, and the lead that comes of it: played line by line
 * where a script runs, complete for screen readers from the start. The lead stands below the heading on wide screens
 * and after the call on narrow ones.
 */
export function ConversationBlock({ block, context }: BlockProps<'conversationBlock'>) {
  const { heading, text, call } = block
  const words = context.words.call
  return (
    <section className="group/call border-y border-line bg-sunken" {...scripted({ [CALL]: '' })}>
      <div className="wrap section grid gap-12 lg:grid-cols-12">
        <div className="max-lg:contents lg:sticky lg:top-28 lg:col-span-5 lg:self-start">
          <SectionHeading heading={heading} text={text} isFirst={context.isFirst} />
          {call && <LeadCard call={call} words={words} className="max-lg:order-last lg:mt-10" />}
        </div>
        {call && <Transcript call={call} words={words} className="lg:col-span-7" />}
      </div>
      {call && <CallPlayer file={callsFile.path} />}
    </section>
  )
}
