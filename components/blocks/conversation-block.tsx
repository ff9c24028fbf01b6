import { callsFile } from '@/lib/browser-bundles.js'
import { FinishButton, PlayButton } from '../call/call-buttons.tsx'
import { callId, callMarks } from '../call/call.ts'
import { CallScript } from '../call/call-script.tsx'
import { LeadCard } from '../call/lead-card.tsx'
import { Transcript } from '../call/transcript.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/**
 * A sample call in writing, and the lead that comes of it: line by line where a script runs, complete for screen readers
 * from the start. On a phone the lead stays below the header while the lines pass under it.
 */
export function ConversationBlock({ block, context }: BlockProps<'conversationBlock'>) {
  const { heading, text, call } = block
  const shared = call && { id: callId(block._key), call, words: context.words.call }
  return (
    <section className="group/call ground mt-0" {...(shared && callMarks(shared))}>
      <div className="wrap band grid gap-x-12 gap-y-4 lg:grid-cols-12">
        <div className="max-lg:contents lg:col-span-5">
          <div>
            <SectionHeading heading={heading} text={text} isFirst={context.isFirst} />
            {shared && (
              <div className="mt-6 mb-2 flex flex-wrap gap-2">
                <PlayButton {...shared} />
                <FinishButton {...shared} />
              </div>
            )}
          </div>
          {shared && <LeadCard {...shared} className="max-lg:sticky max-lg:top-18 max-lg:z-10 lg:mt-8" />}
        </div>
        {shared && <Transcript {...shared} className="lg:col-span-7" />}
      </div>
      {shared && <CallScript file={callsFile.path} />}
    </section>
  )
}
