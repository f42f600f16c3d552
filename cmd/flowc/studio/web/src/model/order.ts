// Answers that arrive in another order than they were asked for.

// ordered tells of each answer whether it is news: where a later question was answered before it, it is not. It is called before
// each question, and what it returns once the answer is there.
export function ordered(): () => () => boolean {
  let asked = 0;
  let told = 0;
  return () => {
    const mine = ++asked;
    return () => mine > told && ((told = mine), true);
  };
}
