'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { bareInputClass, innerButtonClass, inputGroupClass } from './input.tsx'

type SearchFieldProps = {
  label: string
  placeholder?: string
  value: string
  /** Receives the text after a typing pause, or immediately on Enter and on clear. */
  onSearch: (text: string) => void
  className?: string
}

const TYPING_PAUSE_MS = 250

export function SearchField({ label, placeholder = label, value, onSearch, className = '' }: SearchFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [submittedText, setSubmittedText] = useState(value)
  const [previousValue, setPreviousValue] = useState(value)
  if (value !== previousValue) {
    setPreviousValue(value)
    if (value !== submittedText) {
      setSubmittedText(value)
      setText(value)
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (query: string) => {
    clearTimeout(timer.current)
    setSubmittedText(query.trim())
    onSearch(query.trim())
  }
  const changeText = (nextText: string) => {
    setText(nextText)
    clearTimeout(timer.current)
    timer.current = setTimeout(search, TYPING_PAUSE_MS, nextText)
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
          onChange={({ target }) => changeText(target.value)}
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
