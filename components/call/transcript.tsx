import { temperatureAt } from '../ui/temperature.ts'
import type { Call } from './call.ts'
import { Dial } from './dial.tsx'

const SPEAKERS = { caller: 'Caller', assistant: 'Assistant' }

/** The lines of a sample call. The rule beside them cools from the ring to the booking. */
export function Transcript({ call, className }: { call: Call; className?: string }) {
  const lines = call.lines ?? []
  return (
    <figure className={className}>
      <figcaption className="flex items-center gap-5 border-b border-line pb-6">
        <Dial id="dial-transcript" time={call.startedAt} className="w-24 shrink-0" />
        <span className="label text-muted">
          <span className="block text-ember">Incoming call{call.startedAt && `, ${call.startedAt}`}</span>
          An example of a call, written for this page
        </span>
      </figcaption>
      <ol className="mt-2">
        {lines.map(({ _key, speaker, text, understood }, index) => (
          <li key={_key} className="grid grid-cols-[0.875rem_1fr] gap-x-5 md:grid-cols-[0.875rem_1fr_13rem]">
            <span
              aria-hidden="true"
              className="relative row-span-2 md:row-span-1"
              style={{ color: temperatureAt(index, lines.length) }}
            >
              <span className="absolute inset-y-0 left-[0.375rem] w-0.5 bg-current opacity-50" />
              <span className="absolute top-7 left-0 size-3.5 rounded-full border-2 border-current bg-sunken" />
            </span>
            <div className="py-5">
              <p className="label text-muted">{SPEAKERS[speaker ?? 'caller']}</p>
              <p className={`mt-1.5 ${speaker === 'assistant' ? 'text-muted' : 'text-lg leading-normal'}`}>{text}</p>
            </div>
            {understood && (
              <p className="label col-start-2 mb-5 self-center border-l-2 border-ice pl-3 md:col-start-3 md:mb-0">
                <span className="block text-ice">Understood</span>
                {understood}
              </p>
            )}
          </li>
        ))}
      </ol>
    </figure>
  )
}
