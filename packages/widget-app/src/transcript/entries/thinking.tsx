/** Three dots that say: somebody is at it. Still for those who want no motion; named for those who can't see it. */
export function Thinking({ label }: { readonly label: string }) {
  return (
    <div class="thinking" role="img" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  );
}
