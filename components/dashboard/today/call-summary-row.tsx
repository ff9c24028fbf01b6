import type { ReactNode } from 'react'
import { Badge, type BadgeTone, type Tone } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'

export function getTone({ needsOwner, isBooked }: { needsOwner: boolean; isBooked: boolean }): Tone {
  if (needsOwner) return 'primary'
  return isBooked ? 'accent' : 'quiet'
}

type CallSummaryRowProps = {
  tone: Tone
  badge?: BadgeTone
  time: ReactNode
  dateTime?: string
  summary: ReactNode
  attention?: ReactNode
  note?: ReactNode
  urgency?: ReactNode
  visit?: ReactNode
  state: ReactNode
  onOpen?: () => void
  href?: string
  className?: string
}

/** Renders a call since closing. The dashboard and the marketing picture share it. */
export function CallSummaryRow({
  tone,
  badge = tone,
  dateTime,
  onOpen,
  href,
  className = '',
  ...call
}: CallSummaryRowProps) {
  const Time = dateTime ? 'time' : 'span'
  const content = (
    <>
      <span>{call.summary}</span>
      {call.attention && <span className="mt-1 block font-semibold text-primary">{call.attention}</span>}
      {call.note && <span className="mt-1 block text-muted-foreground">{call.note}</span>}
    </>
  )
  return (
    <li className={`today-row ${className}`} data-tone={tone}>
      <Time dateTime={dateTime} className="data whitespace-nowrap text-muted-foreground [grid-area:time]">
        {call.time}
      </Time>
      {href ? (
        <a className="today-words" href={href}>
          {content}
        </a>
      ) : onOpen ? (
        <button type="button" className="today-words" onClick={onOpen}>
          {content}
        </button>
      ) : (
        <span className="today-words">{content}</span>
      )}
      {(call.urgency || call.visit) && (
        <span className="today-more">
          {call.urgency && <span>{call.urgency}</span>}
          <span>{call.visit}</span>
        </span>
      )}
      <span className="flex items-center gap-2 self-start justify-self-end [grid-area:state]">
        <Badge tone={badge === 'primary' ? 'waiting' : badge}>{call.state}</Badge>
        {(href || onOpen) && (
          <Icon name="forward" size={16} className="-mr-1 text-muted-foreground max-[22.5rem]:hidden" />
        )}
      </span>
    </li>
  )
}
