export const slug = (current: string) => ({ _type: 'slug', current })
