import type { TextInputProps } from 'sanity'

/** A text input for code: figures of equal width, lines that do not wrap, no spell checking. */
export function CodeInput({ elementProps, value, readOnly }: TextInputProps) {
  return (
    <textarea
      {...elementProps}
      value={value ?? ''}
      readOnly={readOnly}
      rows={12}
      wrap="off"
      spellCheck={false}
      autoCapitalize="off"
      data-testid="code-input"
      style={codeStyle}
    />
  )
}

const codeStyle = {
  boxSizing: 'border-box',
  width: '100%',
  padding: '0.75rem',
  border: '1px solid var(--card-border-color)',
  borderRadius: '3px',
  background: 'var(--card-code-bg-color, transparent)',
  color: 'var(--card-fg-color)',
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  tabSize: 2,
  resize: 'vertical',
} as const
