import { stegaClean } from 'next-sanity'
import {
  CALL_LINE,
  CALL_RECORDING,
  CALL_SECONDS,
  CALL_SPEAKER,
  CALL_STARTS,
  CALL_TEXT,
  scripted,
} from '@/lib/dom-contract.ts'
import { Icon } from '../ui/icon.tsx'
import { type Call, type CallProps, scheduleOf } from './call.ts'

type Line = NonNullable<Call['lines']>[number]

type BubbleProps = Pick<CallProps, 'words'> & { line: Line; number: number; start: number | undefined }

const sides = {
  caller: 'mr-8 rounded-bl-md border-ember/45 bg-raised sm:mr-20',
  assistant: 'ml-8 rounded-br-md border-ice/35 bg-ice-wash sm:ml-20',
}

/** A line of the call: the caller's at the left, warm, the assistant's at the right, cool. */
function Bubble({ line, words, number, start }: BubbleProps) {
  const speaker = stegaClean(line.speaker) ?? 'caller'
  return (
    <li
      className="call-item"
      {...scripted({ [CALL_LINE]: String(number), [CALL_STARTS]: String(start ?? 0), [CALL_SPEAKER]: speaker })}
    >
      <div className={`rounded-2xl border px-4 py-3 ${sides[speaker]}`}>
        <p className="text-xs text-muted">{words[speaker]}</p>
        <p className="mt-0.5 leading-normal" {...scripted({ [CALL_TEXT]: '' })}>
          {line.text}
        </p>
      </div>
      {line.understood && (
        <p className="label mt-2 flex gap-2 text-ice">
          <Icon name="check" size={16} className="mt-px" />
          {line.understood}
        </p>
      )}
    </li>
  )
}

/** The lines of a sample call, in a box that scrolls to what is being said. */
export function Transcript({ id, call, words, className = '' }: CallProps) {
  const schedule = scheduleOf(call)
  return (
    <section
      id={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard
      tabIndex={0}
      aria-label={words.transcript}
      className={`relative scroll-mt-24 overflow-y-auto overscroll-y-auto rounded-2xl panel print:h-auto ${className}`}
      {...scripted({
        [CALL_SECONDS]: String(schedule.seconds),
        [CALL_RECORDING]: call.recording?.file?.url ?? undefined,
      })}
    >
      <p className="label flex justify-between gap-4 border-b border-line px-4 py-3 md:px-6">
        <span className="text-ember">
          {words.incoming}
          {call.startedAt && `, ${call.startedAt}`}
        </span>
        <span className="text-muted">{words.example}</span>
      </p>
      <ol className="grid gap-4 p-4 md:p-6">
        {call.lines?.map((line, index) => (
          <Bubble key={line._key} line={line} words={words} number={index} start={schedule.starts[index]} />
        ))}
      </ol>
    </section>
  )
}
