export const positionerClass = 'z-60 outline-none'

export const popupClass =
  'dash max-h-[min(24rem,var(--available-height))] min-w-[max(10rem,var(--anchor-width))] max-w-[min(24rem,var(--available-width))] origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-xl border border-input bg-card p-1 outline-none floating transition-[opacity,scale] duration-120 data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:scale-98 data-ending-style:opacity-0'

export const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-3 py-1.5 outline-none data-disabled:cursor-default data-disabled:text-muted-foreground data-disabled:opacity-60 data-highlighted:bg-muted data-highlighted:inset-ring data-highlighted:inset-ring-input lg:pointer-fine:min-h-9'
