import type { ReactNode } from 'react'
import { Badge, type BadgeTone, type Tone } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'

/** Ember while somebody has to act, ice once it is booked. */
export function toneOf({ needsOwner, isBooked }: { needsOwner: boolean; isBooked: boolean }): Tone {
  if (needsOwner) return 'primary'
  return isBooked ? 'accent' : 'quiet'
}

type NightCallProps = {
  tone: Tone
  /** Of the word for its state, where that is another one. */
  badge?: BadgeTone
  time: ReactNode
  /** The moment of the call, where it is known. */
  dateTime?: string
  words: ReactNode
  /** Why it needs the owner. */
  attention?: ReactNode
  /** Who was told of it, and who has it. */
  note?: ReactNode
  urgency?: ReactNode
  /** The window of the visit. */
  visit?: ReactNode
  state: ReactNode
  /** Opens the call, or leads to it; a picture of the list opens nothing. */
  onOpen?: () => void
  href?: string
  className?: string
}

/** A call as a row of the morning list, in the dashboard and in its picture on the site. */
export function NightCall({ tone, badge = tone, dateTime, onOpen, href, className = '', ...call }: NightCallProps) {
  const Time = dateTime ? 'time' : 'span'
  const words = (
    <>
      <span>{call.words}</span>
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
          {words}
        </a>
      ) : onOpen ? (
        <button type="button" className="today-words" onClick={onOpen}>
          {words}
        </button>
      ) : (
        <span className="today-words">{words}</span>
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
