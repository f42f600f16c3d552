// Shield is the sign of what only known callers reach.
export function Shield({ title }: { title?: string }) {
  return (
    <svg className="shield" viewBox="0 0 24 24" role="img" aria-label={title ?? ""} aria-hidden={title ? undefined : true}>
      {title && <title>{title}</title>}
      <path d="M12 3 19 6 19 11 C19 16 16 19.5 12 21 C8 19.5 5 16 5 11 L5 6 Z" />
    </svg>
  );
}
