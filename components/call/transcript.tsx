import { CALL_ACTION, CALL_PROGRESS, type CallAction, scripted } from '@/lib/dom-contract.ts'
import { Icon } from '../ui/icon.tsx'
import { emberToIce } from '../ui/color-scale.ts'
import { NOTE_DELAY, scheduleOf, type Call, type CallProps, appearsAt } from './call.ts'
import { DayClock } from './day-clock.tsx'

const buttonClass = 'label inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-4 font-medium'

/** What the button says in one of the states of the call. */
const stateClass = 'hidden items-center gap-2'

const action = (name: CallAction) => scripted({ [CALL_ACTION]: name })

/** Stops and starts a played call, or shows the whole of it. Not there where calls are not played. */
function CallControls({ words }: Pick<CallProps, 'words'>) {
  return (
    <span className="hidden gap-1 group-data-stage/call:flex">
      <button type="button" {...action('play')} className={`${buttonClass} border border-line hover:border-ink`}>
        <span className={`${stateClass} group-data-[stage=playing]/call:flex`}>
          <Icon name="pause" size={16} />
          {words.pause}
        </span>
        <span className={`${stateClass} group-data-[stage=paused]/call:flex group-data-[stage=waiting]/call:flex`}>
          <Icon name="play" size={16} />
          {words.play}
        </span>
        <span className={`${stateClass} group-data-[stage=done]/call:flex`}>
          <Icon name="play" size={16} />
          {words.again}
        </span>
      </button>
      <button
        type="button"
        {...action('finish')}
        className={`${buttonClass} text-muted group-data-[stage=done]/call:hidden hover:text-ink`}
      >
        {words.finish}
      </button>
    </span>
  )
}

type Line = NonNullable<Call['lines']>[number]

type TranscriptLineProps = Pick<CallProps, 'words'> & { line: Line; start: number | undefined; color: string }

function TranscriptLine({ line, words, start, color }: TranscriptLineProps) {
  const { speaker, text, understood } = line
  return (
    <li className="grid grid-cols-[0.875rem_1fr] gap-x-5 md:grid-cols-[0.875rem_1fr_13rem]">
      <span
        aria-hidden="true"
        className="call-item relative row-span-2 md:row-span-1"
        style={{ ...appearsAt(start), color }}
      >
        <span className="absolute inset-y-0 left-1.5 w-0.5 bg-current opacity-50" />
        <span className="absolute top-7 left-0 size-3.5 rounded-full border-2 border-current bg-sunken" />
      </span>
      <div className="call-item py-5" style={appearsAt(start)}>
        <p className="label text-muted">{words[speaker ?? 'caller']}</p>
        <p className={`mt-1.5 ${speaker === 'assistant' ? 'text-muted' : 'text-lg leading-normal'}`}>{text}</p>
      </div>
      {understood && (
        <p
          className="call-item label col-start-2 mb-5 self-center border-l-2 border-ice pl-3 md:col-start-3 md:mb-0"
          style={appearsAt((start ?? 0) + NOTE_DELAY)}
        >
          <span className="block text-ice">{words.understood}</span>
          {understood}
        </p>
      )}
    </li>
  )
}

/** The lines of a sample call. The rule beside them cools from the ring to the booking. */
export function Transcript({ call, words, className }: CallProps) {
  const lines = call.lines ?? []
  const schedule = scheduleOf(call)
  return (
    <figure className={className}>
      <figcaption className="flex flex-wrap items-center gap-x-5 gap-y-4 pb-6">
        <DayClock id="dial-transcript" time={call.startedAt} className="w-24 shrink-0" />
        <span className="label min-w-0 flex-1 basis-48 text-muted">
          <span className="block text-ember">
            {words.incoming}
            {call.startedAt && `, ${call.startedAt}`}
          </span>
          {words.note}
        </span>
        <CallControls words={words} />
      </figcaption>
      <div className="bg-line" aria-hidden="true">
        <div
          className="call-progress rule-gradient"
          style={appearsAt(schedule.end)}
          {...scripted({ [CALL_PROGRESS]: '' })}
        />
      </div>
      <ol className="mt-2">
        {lines.map((line, index) => (
          <TranscriptLine
            key={line._key}
            line={line}
            words={words}
            start={schedule.lines[index]}
            color={emberToIce(index, lines.length)}
          />
        ))}
      </ol>
    </figure>
  )
}
