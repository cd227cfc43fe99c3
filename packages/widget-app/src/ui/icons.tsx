/** The icons, in the colour of the text around them. Hidden from screen readers: the buttons have names. */
import type { ComponentChildren } from 'preact';

export function Icon({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const CloseIcon = () => (
  <Icon>
    <path d="M5 8l5 5 5-5" />
  </Icon>
);
export const SendIcon = () => (
  <Icon>
    <path d="M10 16V4.500M5 9.250l5-5 5 5" />
  </Icon>
);
export const StopIcon = () => (
  <Icon>
    <rect x="5.500" y="5.500" width="9" height="9" rx="1.500" fill="currentColor" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon>
    <path d="M4 10h.1M10 10h.1M16 10h.1" stroke-width="3" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="M4.500 10.500l3.500 3.500 7.500-8" />
  </Icon>
);
export const RemoveIcon = () => (
  <Icon>
    <path d="M6 6l8 8M14 6l-8 8" />
  </Icon>
);
export const SmileIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M7 11.800c.7 1.100 1.700 1.700 3 1.700s2.300-.6 3-1.700M7.600 8v.1M12.400 8v.1" />
  </Icon>
);
export const ThumbUpIcon = () => (
  <Icon>
    <path d="M6.500 9l3-6c1.200 0 2 .8 2 2v3h4.200c.9 0 1.500.8 1.300 1.700l-1.200 5c-.2.8-.8 1.300-1.600 1.300H6.500zM3.500 9h3v7h-3z" />
  </Icon>
);
export const ThumbDownIcon = () => (
  <Icon>
    <path d="M13.500 11l-3 6c-1.200 0-2-.8-2-2v-3H4.300c-.9 0-1.500-.8-1.300-1.700l1.200-5C4.400 4.500 5 4 5.800 4h7.700zM16.500 11h-3V4h3z" />
  </Icon>
);
export const DownIcon = () => (
  <Icon>
    <path d="M10 4v12M5 11l5 5 5-5" />
  </Icon>
);
export const PersonIcon = () => (
  <Icon>
    <circle cx="10" cy="6.500" r="3" />
    <path d="M4 16.500c.6-3.200 3-4.500 6-4.500s5.400 1.300 6 4.500" />
  </Icon>
);
export const AlertIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6.500v4M10 13.300v.1" />
  </Icon>
);
export const ClipIcon = () => (
  <Icon>
    <path d="M15.500 9.500l-5.700 5.700a3.400 3.400 0 0 1-4.800-4.800l6-6a2.300 2.300 0 0 1 3.200 3.200l-5.900 5.900a1.100 1.100 0 0 1-1.600-1.600l5.300-5.300" />
  </Icon>
);
