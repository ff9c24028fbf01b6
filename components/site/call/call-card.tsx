import { stegaClean } from 'next-sanity'
import { callsFile } from '@/lib/browser-bundles.js'
import {
  CALL_CAPTION_ATTRIBUTE,
  CALL_CAPTION_SPEAKER_ATTRIBUTE,
  CALL_CLOCK_ATTRIBUTE,
  CALL_LINE_ATTRIBUTE,
  CALL_POSITION_ATTRIBUTE,
  BLOCK_SCRIPT_ATTRIBUTE,
  toScriptAttributes,
} from '@/lib/dom-contract.ts'
import { formatDuration } from '@/lib/platform/time/duration.ts'
import { Icon } from '../../ui/icon.tsx'
import {
  type CallProps,
  getCallAttributes,
  isTextOnly,
  getLanguage,
  RESULT_ICONS,
  getResult,
  buildSchedule,
} from './call.ts'
import { PlayButton, ReadLink, SoundHint } from './call-buttons.tsx'
import { Waveform } from './waveform.tsx'

type CallCardProps = CallProps & {
  anchor?: string
}

/** Renders the player. Only a recorded call has a waveform and a length; synthesized speech has neither. */
function Player({ id, call, labels, anchor }: CallCardProps) {
  const playButton = <PlayButton id={id} labels={labels} anchor={anchor} />
  if (!call.recording?.file) return <div className="mt-4">{playButton}</div>
  const { seconds } = buildSchedule(call)
  return (
    <div className="mt-4">
      <div className="flex items-center justify-between gap-4">
        {playButton}
        <span className="data text-sm text-muted-foreground" {...toScriptAttributes({ [CALL_CLOCK_ATTRIBUTE]: '' })}>
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
          aria-label={labels.position}
          aria-valuetext={`${formatDuration(0)} / ${formatDuration(Math.round(seconds))}`}
          className="noscript:hidden"
          {...toScriptAttributes({ [CALL_POSITION_ATTRIBUTE]: '' })}
        />
      </div>
    </div>
  )
}

function Caption({ call, labels }: Pick<CallProps, 'call' | 'labels'>) {
  const first = call.lines?.find(({ speaker }) => stegaClean(speaker) === 'caller')
  return (
    <div className="mt-4 min-h-27 border-t pt-4">
      <p className="label text-muted-foreground" {...toScriptAttributes({ [CALL_CAPTION_SPEAKER_ATTRIBUTE]: '' })}>
        {labels.caller}
      </p>
      <p
        lang={getLanguage(call)}
        className="mt-1 font-display text-lg leading-snug font-medium"
        {...toScriptAttributes({ [CALL_CAPTION_ATTRIBUTE]: '' })}
      >
        {first?.text}
      </p>
    </div>
  )
}

export function CallCard({ id, call, labels, anchor, className = '' }: CallCardProps) {
  const hasTextOnly = isTextOnly(call)
  const last = (call.lines?.length ?? 0) - 1
  const result = getResult(call)
  return (
    <figure
      className={className}
      {...getCallAttributes({ id, call })}
      {...{ [BLOCK_SCRIPT_ATTRIBUTE]: callsFile.path }}
    >
      <div className="rounded-3xl panel p-5 pb-8 floating sm:p-7 sm:pb-10">
        <div className="label flex items-center justify-between gap-4">
          <p className="call-rings">
            {labels.incoming}
            {call.startedAt && `, ${call.startedAt}`}
          </p>
          <p className="text-muted-foreground">{labels.example}</p>
        </div>
        {hasTextOnly ? (
          <ReadLink id={id} labels={labels} className="mt-4 inline-flex" />
        ) : (
          <Player id={id} call={call} labels={labels} anchor={anchor} />
        )}
        <Caption call={call} labels={labels} />
        {hasTextOnly ? (
          <p className="mt-2 text-sm text-muted-foreground">{labels.wordsAlone}</p>
        ) : (
          <SoundHint call={call} labels={labels} className="mt-2" />
        )}
      </div>
      {call.outcome && (
        <figcaption className="call-fact call-outcome" {...toScriptAttributes({ [CALL_LINE_ATTRIBUTE]: String(last) })}>
          <Icon name={RESULT_ICONS[result]} size={26} />
          <span>
            <span className="label block">{labels[result]}</span>
            {call.outcome}
          </span>
        </figcaption>
      )}
    </figure>
  )
}
