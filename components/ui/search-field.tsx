'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { bareInputClass, innerButtonClass, inputGroupClass } from './input.tsx'

type SearchFieldProps = {
  label: string
  placeholder?: string
  /** What is searched for now. */
  value: string
  /** Called when somebody has stopped typing, or at once on Enter or when the field is emptied. */
  onSearch: (text: string) => void
  className?: string
}

/** Milliseconds after the last letter. */
const PAUSE = 250

/** A field to search a list while typing. */
export function SearchField({ label, placeholder = label, value, onSearch, className = '' }: SearchFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [searched, setSearched] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // Somebody went back, or the filters were reset: the field says what is searched for.
    if (value !== searched) {
      setSearched(value)
      setText(value)
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (wanted: string) => {
    clearTimeout(timer.current)
    setSearched(wanted.trim())
    onSearch(wanted.trim())
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(search, PAUSE, typed)
  }
  const clear = () => {
    setText('')
    search('')
  }
  return (
    <search className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className={inputGroupClass}>
        <Icon name="search" size={16} className="mr-1.5 text-muted-foreground" />
        <input
          id={id}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          className={bareInputClass}
          onChange={({ target }) => type(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') search(text)
            if (key === 'Escape' && text) clear()
          }}
        />
        {text && (
          <button type="button" className={innerButtonClass} aria-label={`Clear: ${label}`} onClick={clear}>
            <Icon name="close" size={14} />
          </button>
        )}
      </span>
    </search>
  )
}
