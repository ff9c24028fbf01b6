import { type DragEvent, useId, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { getButtonClass } from '../../ui/button.tsx'

const ACCEPTED_TYPES = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

/** Renders a drop zone with a file button. Other types are not blocked, so that the error can say what to do. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <div
      data-slot="file-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className="grid justify-items-center gap-3 rounded-xl border border-dashed border-input px-5 py-10 text-center transition-colors data-over:border-accent data-over:bg-accent-muted"
    >
      <span className="grid size-12 place-items-center rounded-full border border-border text-muted-foreground">
        <Icon name="table" size={22} />
      </span>
      <p className="text-muted-foreground max-sm:hidden">Drop a file here, or</p>
      <input
        id={id}
        type="file"
        accept={ACCEPTED_TYPES}
        className="peer sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after it was edited.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <label
        htmlFor={id}
        className={getButtonClass(
          'solid',
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-foreground',
        )}
      >
        Choose file
      </label>
    </div>
  )
}
