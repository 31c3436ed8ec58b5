package dev.warmpath.router.prompt.tokens;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The added tokens that are found in a raw text. A trie over UTF-16 units, because a chat may hold ten thousand angle
 * brackets and a model a thousand tokens that start with one.
 */
final class AddedTokens {

    private static final class Node {
        private char[] labels = {};
        private Node[] children = {};
        private @Nullable AddedToken token;

        private @Nullable Node child(char label) {
            int at = Arrays.binarySearch(labels, label);
            return at < 0 ? null : children[at];
        }

        private Node childOrNew(char label) {
            int at = Arrays.binarySearch(labels, label);
            if (at >= 0) {
                return children[at];
            }
            int place = -at - 1;
            Node child = new Node();
            char[] moreLabels = Arrays.copyOf(labels, labels.length + 1);
            Node[] moreChildren = Arrays.copyOf(children, children.length + 1);
            System.arraycopy(labels, place, moreLabels, place + 1, labels.length - place);
            System.arraycopy(children, place, moreChildren, place + 1, children.length - place);
            moreLabels[place] = label;
            moreChildren[place] = child;
            labels = moreLabels;
            children = moreChildren;
            return child;
        }
    }

    private final Node root = new Node();
    private final int longest;
    private final boolean takeSpace;

    AddedTokens(List<AddedToken> tokens) {
        int most = 0;
        boolean space = false;
        for (AddedToken token : tokens) {
            most = Math.max(most, token.content().length());
            space |= token.cut().takesLeft() || token.cut().takesRight();
            Node node = root;
            for (int i = 0; i < token.content().length(); i++) {
                node = node.childOrNew(token.content().charAt(i));
            }
            node.token = token;
        }
        longest = most;
        takeSpace = space;
    }

    /** Whether one of them takes white space beside it, however far it reaches. */
    boolean takeSpace() {
        return takeSpace;
    }

    /** Whether a text ends in what could be the beginning of a token, or of a longer one than it ends in. */
    boolean beginsAtEnd(String text) {
        for (int at = Math.max(0, text.length() - longest + 1); at < text.length(); at++) {
            if (reachesEnd(text, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean reachesEnd(String text, int start) {
        Node node = root;
        for (int at = start; at < text.length(); at++) {
            node = node.child(text.charAt(at));
            if (node == null) {
                return false;
            }
        }
        return node.labels.length > 0;
    }

    /** A walk over the tokens in a text. */
    TokenWalk walk(String text) {
        return new TokenWalk(this, text);
    }

    /** The letters that tokens start with, in ascending order. Shared: do not write to it. */
    char[] firstLetters() {
        return root.labels;
    }

    /** The longest token whose text stands at this place, or null. */
    @Nullable
    AddedToken longestAt(String text, int start) {
        AddedToken longest = null;
        Node node = root;
        for (int at = start; at < text.length(); at++) {
            node = node.child(text.charAt(at));
            if (node == null) {
                break;
            }
            if (node.token != null) {
                longest = node.token;
            }
        }
        return longest;
    }
}
