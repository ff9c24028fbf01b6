import { CALL_FACTS, type TranscriptLine } from '@/lib/dashboard/model/call.ts'
import { splitHighlights, type PlacedFact } from '@/lib/dashboard/calls/facts.ts'
import { mixPrimaryToAccent } from '../../ui/color-scale.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatDuration } from '@/lib/platform/time/duration.ts'
import { type ComponentProps, useState } from 'react'
import type { CallRecord } from '@/lib/dashboard/model/call-record.ts'
import { buildEndpoint } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDate } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { useSample } from '../../ui/sample.ts'
import { OperationMessage, type OperationResult, useOperation } from '../operation.tsx'

/**
 * Requests the first byte of the recording to check access. The response may contain an error or Clerk's reverification
 * hint, which an audio player ignores.
 */
async function checkRecordingAccess(address: string): Promise<OperationResult> {
  const response = await fetch(address, { headers: { range: 'bytes=0-0' } })
  if (!response.ok) return (await response.json()) as { error: string }
  await response.body?.cancel()
  return { done: '' }
}

const Player = (props: ComponentProps<'audio'>) => (
  // The audio needs no captions, because the transcript is next to the player.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  <audio {...props} controls aria-label="Call recording" className="block h-11 w-full [color-scheme:inherit]" />
)

/** Loads the recording only after a click, because the audit log records each playback. */
export function CallRecording({ call, zone }: { call: CallRecord; zone: string }) {
  const { id, hasRecording, recordingDeletedAt } = call
  const address = buildEndpoint(`calls/${id}/recording`)
  const sample = useSample()
  const [isOpen, setIsOpen] = useState(false)
  const [hasPlaybackFailed, setHasPlaybackFailed] = useState(false)
  const { run, state } = useOperation(async () => {
    const result = await checkRecordingAccess(address)
    if ('done' in result) setIsOpen(true)
    return result
  })
  if (!hasRecording) {
    return (
      <p className="text-muted-foreground">
        {recordingDeletedAt
          ? `The recording was deleted on ${formatDate(recordingDeletedAt, zone)}.`
          : 'This call was not recorded.'}
      </p>
    )
  }
  if (sample) return <Player src={sample.getRecording(id)} preload="none" />
  const startPlayback = () => {
    setHasPlaybackFailed(false)
    setIsOpen(false)
    void run()
  }
  if (isOpen && !hasPlaybackFailed) {
    return <Player src={address} autoPlay preload="auto" onError={() => setHasPlaybackFailed(true)} />
  }
  return (
    <>
      <Button variant="quiet" disabled={state.status === 'running'} onClick={startPlayback}>
        <Icon name="play" size={16} />
        Play recording
      </Button>
      <OperationMessage
        {...(hasPlaybackFailed ? { status: 'failed', message: 'Playback stopped. Try again in a minute.' } : state)}
      />
    </>
  )
}

const SPEAKERS = { caller: 'Caller', assistant: 'Assistant', person: 'Your team' } as const

type TranscriptProps = {
  lines: TranscriptLine[]
  /** Undefined if the user may not edit. */
  onCorrect: ((fact: PlacedFact) => void) | undefined
}

function Fact({ fact, onCorrect }: { fact: PlacedFact } & Pick<TranscriptProps, 'onCorrect'>) {
  return (
    <div className="flex items-start justify-between gap-3 border-l-2 border-accent pl-3 wrap-anywhere">
      <p>
        <span className="block text-accent">{CALL_FACTS[fact.field]}</span>
        {fact.value}
        {fact.corrected && <span className="mt-0.5 flex items-center gap-1 text-muted-foreground">Edited</span>}
      </p>
      {onCorrect && (
        <button
          type="button"
          className="-my-2.5 inline-flex min-h-11 flex-none cursor-pointer items-center gap-1.5 rounded-lg px-2 text-muted-foreground hover:bg-muted hover:text-foreground"
          aria-label={`Edit: ${CALL_FACTS[fact.field]}`}
          onClick={() => onCorrect(fact)}
        >
          <Icon name="pencil" size={14} />
          Edit
        </button>
      )}
    </div>
  )
}

export function CallTranscript({ lines, onCorrect }: TranscriptProps) {
  return (
    <ol>
      {lines.map((line, position) => (
        <li
          key={position}
          id={`line-${position}`}
          className="group grid scroll-mt-20 grid-cols-[0.75rem_minmax(0,1fr)] gap-x-4 md:grid-cols-[0.75rem_minmax(0,1fr)_minmax(0,17rem)]"
        >
          <span
            aria-hidden="true"
            className="relative row-[1/span_2] before:absolute before:inset-y-0 before:left-1.25 before:w-0.5 before:bg-current before:opacity-50 group-first:before:top-4 group-last:before:bottom-[calc(100%-1.75rem)] after:absolute after:top-4 after:left-0 after:size-3 after:rounded-full after:border-2 after:border-current after:bg-card"
            style={{ color: mixPrimaryToAccent(position, lines.length) }}
          />
          <div className="col-start-2 min-w-0 py-3">
            <p className="flex gap-2 text-muted-foreground">
              {SPEAKERS[line.speaker]}
              <span>{formatDuration(Math.floor(line.at))}</span>
            </p>
            <p
              className={`mt-0.5 max-w-text text-[1rem] leading-[1.55] wrap-anywhere ${line.speaker === 'assistant' ? 'text-muted-foreground' : ''}`}
            >
              {splitHighlights(line).map(({ text, isHighlighted }, pieceIndex) =>
                isHighlighted ? (
                  <mark
                    key={pieceIndex}
                    className="rounded-[0.1875rem] bg-accent-muted box-decoration-clone text-foreground shadow-[inset_0_-2px_0_var(--accent)]"
                  >
                    {text}
                  </mark>
                ) : (
                  <span key={pieceIndex}>{text}</span>
                ),
              )}
            </p>
          </div>
          {line.understood && line.understood.length > 0 && (
            <div className="grid content-start gap-3 max-md:col-start-2 max-md:pb-3 md:col-start-3 md:row-start-1 md:py-3">
              {line.understood.map((fact) => (
                <Fact key={fact.field} fact={{ ...fact, line: position }} onCorrect={onCorrect} />
              ))}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
