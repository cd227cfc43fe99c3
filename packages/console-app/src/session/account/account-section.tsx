import type { ComponentChildren, RefObject } from 'preact';

interface AccountSectionProps {
  /** Within the page. */
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  /** The title, to move the focus to where what had it is gone. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly isBusy?: boolean;
  /** What has just been done; empty: nothing. */
  readonly notice: string;
  readonly children: ComponentChildren;
}

/** A part of the account page: what it is about, what can be done, and what was done last. */
export function AccountSection(props: AccountSectionProps) {
  const { id, title, intro, heading = null, isBusy = false, notice, children } = props;
  return (
    <section aria-labelledby={id} aria-busy={isBusy}>
      <div>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p class="hint">{intro}</p>
      </div>
      {children}
      <p role="status">{notice}</p>
    </section>
  );
}
