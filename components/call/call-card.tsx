import { stegaClean } from 'next-sanity'
import {
  CALL_CAPTION,
  CALL_CAPTION_SPEAKER,
  CALL_CLOCK,
  CALL_LINE,
  CALL_POSITION,
  scripted,
} from '@/lib/dom-contract.ts'
import { formatDuration } from '@/lib/time/duration.ts'
import { Icon } from '../ui/icon.tsx'
import { type CallProps, callMarks, factsOf, scheduleOf } from './call.ts'
import { PlayButton } from './call-buttons.tsx'
import { Waveform } from './waveform.tsx'

/** Facts that fit beside a hero. */
const FACTS = 3

/** The sound of the call: its button, the words as a wave that is also a slider, and how long it is. */
function Player({ id, call, words }: CallProps) {
  const { seconds } = scheduleOf(call)
  return (
    <div className="mt-4">
      <div className="flex items-center justify-between gap-4">
        <PlayButton id={id} words={words} isLarge />
        <span className="data text-sm text-muted-foreground" {...scripted({ [CALL_CLOCK]: '' })}>
          {formatDuration(Math.round(seconds))}
        </span>
      </div>
      <div className="call-wave">
        <Waveform id={id} call={call} />
        <input
          type="range"
          min={0}
          max={seconds}
          step={1}
          defaultValue={0}
          aria-label={words.position}
          aria-valuetext={`${formatDuration(0)} / ${formatDuration(Math.round(seconds))}`}
          className="noscript:hidden"
          {...scripted({ [CALL_POSITION]: '' })}
        />
      </div>
    </div>
  )
}

/** Which line is being said, in writing: the captions of what is heard. */
function Caption({ call, words }: Pick<CallProps, 'call' | 'words'>) {
  const first = call.lines?.find(({ speaker }) => stegaClean(speaker) === 'caller')
  return (
    <div className="mt-4 min-h-27 border-t pt-4">
      <p className="label text-muted-foreground" {...scripted({ [CALL_CAPTION_SPEAKER]: '' })}>
        {words.caller}
      </p>
      <p className="mt-1 font-display text-lg leading-snug font-medium" {...scripted({ [CALL_CAPTION]: '' })}>
        {first?.text}
      </p>
    </div>
  )
}

/** The product in one glance and in one minute: it rings, it is heard, it is understood, it is booked. */
export function CallCard({ id, call, words, className = '' }: CallProps) {
  const facts = factsOf(call).slice(0, FACTS)
  const last = (call.lines?.length ?? 0) - 1
  return (
    <figure className={`group/call ${className}`} {...callMarks({ id, call })}>
      <div className="rounded-3xl panel p-5 pb-8 floating sm:p-7 sm:pb-10">
        <div className="label flex items-center justify-between gap-4">
          <p className="call-rings">
            {words.incoming}
            {call.startedAt && `, ${call.startedAt}`}
          </p>
          <p className="text-muted-foreground">{words.example}</p>
        </div>
        <Player id={id} call={call} words={words} />
        <Caption call={call} words={words} />
        <ul className="label mt-4 grid gap-2 border-t pt-4">
          {facts.map(({ _key, line, label, text }) => (
            <li key={_key} className="call-fact flex items-start gap-2.5" {...scripted({ [CALL_LINE]: String(line) })}>
              <Icon name="check" size={16} className="h-[1lh] text-accent" />
              {label && <span className="w-16 flex-none text-muted-foreground">{label}</span>}
              {text}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-xs text-muted-foreground noscript:hidden print:hidden">
          {call.recording?.file && <span className="call-recording-hint">{words.recording}</span>}
          <span className="call-voices-hint">{words.voices}</span>
          <span className="call-silent-hint">{words.silent}</span>
        </p>
      </div>
      {call.outcome && (
        <figcaption className="call-fact call-outcome" {...scripted({ [CALL_LINE]: String(last) })}>
          <Icon name="calendar" size={26} />
          <span>
            <span className="label block">{words.booked}</span>
            {call.outcome}
          </span>
        </figcaption>
      )}
    </figure>
  )
}
