/** How a block appears in a page's list: its heading, and which kind of block it is. */
export function blockPreview(kind: string) {
  return {
    select: { title: 'heading', media: 'image' },
    prepare: ({ title, media }: Record<string, unknown>) => ({
      title: typeof title === 'string' ? title : kind,
      subtitle: kind,
      media: media as undefined,
    }),
  }
}
