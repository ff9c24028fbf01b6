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

/** A line of the call: the caller's at the left, warm, the assistant's at the right, cool. */
function Bubble({ line, words, number, start }: BubbleProps) {
  const speaker = stegaClean(line.speaker) ?? 'caller'
  return (
    <li
      className="call-item"
      {...scripted({ [CALL_LINE]: String(number), [CALL_STARTS]: String(start ?? 0), [CALL_SPEAKER]: speaker })}
    >
      <div>
        <p>{words[speaker]}</p>
        <p {...scripted({ [CALL_TEXT]: '' })}>{line.text}</p>
      </div>
      {line.understood && (
        <p className="label">
          <Icon name="check" size={16} className="h-[1lh]" />
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
      className={`transcript panel ${className}`}
      {...scripted({
        [CALL_SECONDS]: String(schedule.seconds),
        [CALL_RECORDING]: call.recording?.file?.url ?? undefined,
      })}
    >
      <p className="label">
        <span className="text-primary">
          {words.incoming}
          {call.startedAt && `, ${call.startedAt}`}
        </span>
        <span className="text-muted-foreground">{words.example}</span>
      </p>
      <ol>
        {call.lines?.map((line, index) => (
          <Bubble key={line._key} line={line} words={words} number={index} start={schedule.starts[index]} />
        ))}
      </ol>
    </section>
  )
}
