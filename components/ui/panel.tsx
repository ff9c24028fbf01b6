import type { ReactNode } from 'react'

export function Panel({ title, note, children }: { title: string; children: ReactNode; note?: string }) {
  return (
    <section className="min-w-0 rounded-xl panel p-5">
      <h2 className="text-base leading-tight tracking-normal">{title}</h2>
      {note && <p className="mt-1 max-w-text text-muted-foreground">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
